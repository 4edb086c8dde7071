import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/svelte';
import { afterEach, beforeEach } from 'vitest';
import { speak } from '../src/i18n.svelte';
import { answerFrom } from '../src/ipc/call';
import { fake } from '../src/ipc/fake';
import { keep } from '../src/ipc/samples/house';
import { place } from '../src/state/place.svelte';
import { blank, question } from '../src/state/question.svelte';

// Every test begins like a first start: samples answer, nothing was typed, the first question is shown.
beforeEach(() => {
  answerFrom(fake);
  keep({ language: 'en', theme: 'light', currency: 'CNY' });
  speak('en');
  question.reopen(blank());
  place.step('scenario');
});

afterEach(cleanup);
