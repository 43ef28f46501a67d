import { mount } from 'svelte';
import App from './App.svelte';
import { prefs } from './lib/prefs.svelte';
// In this order: small screens have the last word.
import './style/base.css';
import './style/lobby.css';
import './style/game.css';
import './style/board.css';
import './style/marks.css';
import './style/counter.css';
import './style/orders.css';
import './style/tracks.css';
import './style/log.css';
import './style/dialogs.css';
import './style/teach.css';
import './style/table.css';
import './style/small.css';

prefs.apply();
mount(App, { target: document.getElementById('app')! });
