import { useEffect, useRef, useState } from 'react'
import {
  dropLinkToken,
  isLinkRefused,
  type LinkKind,
  takeLinkToken,
} from '#lib/client/accounts/link-token.ts'
import { useBusy } from '#lib/client/http/use-busy.ts'

export type MailedLinkView<Done> =
  | { kind: 'loading' }
  | { kind: 'asking'; problem: string; token: string }
  | { kind: 'done'; done: Done }
  | { kind: 'refused'; detail: string }

/**
 * Asks before it sends a mailed link's token, because mail programs open links too.
 * @param send gets the token and the user's choice
 */
export function useMailedLink<Done, Choice>(
  kind: LinkKind,
  { noLink, noConnection }: { noLink: string; noConnection: string },
  send: (token: string, choice: Choice) => Promise<Done>,
) {
  const [view, setView] = useState<MailedLinkView<Done>>({ kind: 'loading' })
  const token = useRef<string | null>(null)
  const chosen = useRef<Choice>(undefined)
  const asking = (problem: string): MailedLinkView<Done> => ({
    kind: 'asking',
    problem,
    token: token.current ?? '',
  })

  useEffect(() => {
    if (token.current !== null) return
    token.current = takeLinkToken(kind)
    setView(
      token.current
        ? { kind: 'asking', problem: '', token: token.current }
        : { kind: 'refused', detail: noLink },
    )
  }, [kind, noLink])

  const { isBusy, run } = useBusy(async () => {
    setView(asking(''))
    try {
      const done = await send(token.current ?? '', chosen.current as Choice)
      dropLinkToken(kind)
      setView({ kind: 'done', done })
    } catch (error) {
      setView(isLinkRefused(error) ? { kind: 'refused', detail: error.message } : asking(noConnection))
    }
  })
  const act = (choice: Choice) => {
    chosen.current = choice
    void run()
  }
  return { view, isSending: isBusy, act }
}
