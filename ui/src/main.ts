import { mount } from 'svelte';
import App from './App.svelte';
import { speak } from './i18n.svelte';
import { answerFrom, call } from './ipc/call';
import './styles/tokens.css';
import './styles/base.css';

// In a plain browser samples answer; the shipped build does not contain them.
if (__FAKE__) answerFrom((await import('./ipc/fake')).fake);

// Until Rust has said which language was chosen, and where it cannot, the system's is spoken.
speak(/^zh/i.test(navigator.language) ? 'zh-CN' : 'en');

const target = document.getElementById('app');
if (target) mount(App, { target });

// Two frames later something has been drawn: Rust waits for this sign before it trusts the renderer.
requestAnimationFrame(() => requestAnimationFrame(() => void call('first_paint', null)));
