import { themeScript } from '#lib/client/browser/theme-script.ts'

/** First in the body: no page is painted in the wrong colours. */
export function ThemeScript() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, no data in it
  return <script dangerouslySetInnerHTML={{ __html: themeScript }} />
}
