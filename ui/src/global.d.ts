/** The page answers itself from samples (vite's `--mode fake`). */
declare const __FAKE__: boolean;
