import { mount } from 'svelte';
import App from './App.svelte';
import { prefs } from './lib/prefs.svelte';
import './style.css';

prefs.apply();
mount(App, { target: document.getElementById('app')! });
