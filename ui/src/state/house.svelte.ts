// What the window knows from its start: settings, size and age of the catalogue, earlier answers.

import { speak, type Language } from '../i18n.svelte';
import type { ProblemView, RecentAnswers, Settings, Startup } from '../ipc/bindings';
import { call } from '../ipc/call';

const SILENT: Settings = { language: 'system', theme: 'system', currency: 'CNY' };

class House {
  /** `null` until Rust has answered. */
  startup: Startup | null = $state.raw(null);
  /** Why it did not. */
  problem: ProblemView | null = $state.raw(null);
  /** A failure beside the point of what is shown: said once, in passing. */
  aside: ProblemView | null = $state.raw(null);
  online = $state(typeof navigator === 'undefined' || navigator.onLine);

  constructor() {
    if (typeof window === 'undefined') return;
    window.addEventListener('online', () => (this.online = true));
    window.addEventListener('offline', () => (this.online = false));
  }

  get settings(): Settings {
    return this.startup?.settings ?? SILENT;
  }

  get recent(): RecentAnswers[] {
    return this.startup?.recent ?? [];
  }

  /** The theme that is shown now: a chart is drawn for it. */
  get theme(): 'light' | 'dark' {
    if (this.settings.theme === 'dark' || this.settings.theme === 'light') return this.settings.theme;
    return this.#dark.matches ? 'dark' : 'light';
  }

  #dark = new SystemTheme();

  /** Asks Rust for everything above; the window opens with its answer, or with the problem. */
  async open(): Promise<void> {
    this.problem = null;
    try {
      this.#take(await call('startup', null));
    } catch (problem) {
      this.problem = problem as ProblemView;
    }
  }

  /** Changes one setting; it holds at once. */
  async choose(changes: Partial<Settings>): Promise<void> {
    this.#take(await call('save_settings', { ...this.settings, ...changes }));
  }

  #take(startup: Startup): void {
    this.startup = startup;
    const { language, theme } = startup.settings;
    const spoken = language === 'system' ? startup.system_language : language;
    speak((spoken === 'en' ? 'en' : 'zh-CN') satisfies Language);
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }
}

/** Whether the system is dark, followed while it changes. */
class SystemTheme {
  matches = $state(false);

  constructor() {
    if (typeof window === 'undefined' || !window.matchMedia) return;
    const query = window.matchMedia('(prefers-color-scheme: dark)');
    this.matches = query.matches;
    query.addEventListener('change', (event) => (this.matches = event.matches));
  }
}

export const house = new House();
