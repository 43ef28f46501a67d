import { expect, it } from 'vitest';
import { originFor } from './reach.svelte';

const at = (origin: string) => ({ host: new URL(origin).host, origin });
const near = { only_here: false, nearby: 'http://192.168.1.7:8420' };

it('has the address in the local network in links for others, where the page was opened on the machine itself', () => {
  for (const host of ['localhost:8420', '127.0.0.1:8420', '[::1]:8420'])
    expect(originFor(near, at(`http://${host}`))).toBe('http://192.168.1.7:8420');
});

it('keeps the address by which the page was found elsewhere, and where there is no other', () => {
  expect(originFor(near, at('http://192.168.1.9:8420'))).toBe('http://192.168.1.9:8420');
  expect(originFor(near, at('https://games.example'))).toBe('https://games.example');
  expect(originFor({ only_here: true }, at('http://localhost:8420'))).toBe('http://localhost:8420');
  expect(originFor(undefined, at('http://localhost:8420'))).toBe('http://localhost:8420');
});
