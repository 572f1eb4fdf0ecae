import { useServerWords } from '#lib/client/messages/use-server-words.ts'

/** Shows a text of the server in the language of the page. The words for it are loaded where one is shown, and not before. */
export function InWords({ text }: { text: string }) {
  const inWords = useServerWords()
  return <span>{inWords(text)}</span>
}
