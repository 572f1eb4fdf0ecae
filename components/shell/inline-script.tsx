import { inlineScript } from '#lib/client/browser/inline-script.ts'

/** First in the body: no page is painted in the wrong colours, and no press of Gift is lost. */
export function InlineScript() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, no data in it
  return <script dangerouslySetInnerHTML={{ __html: inlineScript }} />
}
