import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/svelte';
import { afterEach, beforeEach, vi } from 'vitest';
import { speak } from '../src/i18n.svelte';
import { answerFrom } from '../src/ipc/call';
import { fake } from '../src/ipc/fake';
import { keep } from '../src/ipc/samples/house';
import { place } from '../src/state/place.svelte';
import { blank, question } from '../src/state/question.svelte';

// Every test begins like a first start: samples answer, nothing was typed, the first question is shown.
beforeEach(() => {
  // The day of the samples: an age or a year must not depend on when the tests run.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T08:00:00Z') });
  answerFrom(fake);
  keep({ language: 'en', theme: 'light', currency: 'CNY' });
  speak('en');
  question.reopen(blank());
  place.step('scenario');
});

afterEach(cleanup);
