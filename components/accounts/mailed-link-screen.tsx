import { CircleX, LoaderCircle, type LucideIcon } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Button, buttonStyle } from '#components/ui/button.tsx'
import type { LinkKind } from '#lib/client/accounts/link-token.ts'
import { AccountNotice } from './account-notice.tsx'
import { useMailedLink } from './use-mailed-link.ts'
import { useViewFocus } from './use-view-focus.ts'

type Words = {
  readonly title: string
  readonly loading: string
  readonly detail: string
  readonly yes: string
  readonly sending: string
  readonly no: string
  readonly refused: string
  readonly noLink: string
  readonly noConnection: string
}

type Beside<Choice> = (token: string, act: (choice: Choice) => void, isSending: boolean) => ReactNode

export function MailedLinkScreen<Done, Choice>({
  kind,
  words,
  send,
  icon,
  choice,
  beside,
  done,
  onward,
}: {
  readonly kind: LinkKind
  readonly words: Words
  readonly send: (token: string, choice: Choice) => Promise<Done>
  readonly icon: LucideIcon
  /** The choice that the first button makes. */
  readonly choice: Choice
  readonly beside?: Beside<Choice>
  readonly done: (done: Done) => { icon: LucideIcon; title: string; content: ReactNode }
  /** Where the user can go after a refused link. */
  readonly onward: ReactNode
}) {
  const { view, isSending, act } = useMailedLink(kind, words, send)
  const titleRef = useViewFocus(view.kind, 'loading')
  switch (view.kind) {
    case 'loading':
      return (
        <AccountNotice icon={LoaderCircle} tone="calm" title={words.title}>
          <p>{words.loading}</p>
        </AccountNotice>
      )
    case 'asking':
      return (
        <AccountNotice icon={icon} tone="calm" title={words.title} titleRef={titleRef}>
          <p>{words.detail}</p>
          {view.problem ? (
            <p role="alert" className="font-semibold text-alarm">
              {view.problem}
            </p>
          ) : null}
          <Button tone="loud" size="large" wide onClick={() => act(choice)} disabled={isSending}>
            {isSending ? words.sending : words.yes}
          </Button>
          {beside?.(view.token, act, isSending)}
          <Link href="/" className={buttonStyle({ tone: 'quiet', wide: true })}>
            {words.no}
          </Link>
        </AccountNotice>
      )
    case 'done': {
      const { icon: doneIcon, title, content } = done(view.done)
      return (
        <AccountNotice icon={doneIcon} tone="good" title={title} titleRef={titleRef}>
          {content}
        </AccountNotice>
      )
    }
    case 'refused':
      return (
        <AccountNotice icon={CircleX} tone="bad" title={words.refused} titleRef={titleRef}>
          <p role="alert">{view.detail}</p>
          {onward}
        </AccountNotice>
      )
  }
}
