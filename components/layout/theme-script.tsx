/**
 * Puts the picked theme on <html> before the first paint; without a choice the device decides by itself. The same key
 * as themeChoice in lib/client/stored-choice.ts.
 */
export function ThemeScript() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, no data in it
  return <script dangerouslySetInnerHTML={{ __html: SCRIPT }} />
}

const SCRIPT =
  'try{var t=localStorage.theme;if(t=="light"||t=="dark")document.documentElement.dataset.theme=t}catch(e){}'
