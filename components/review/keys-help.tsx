import { Keyboard } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Keycap } from './keycap.tsx'
import { useDeskKeys } from './use-desk-keys.ts'

const groups = {
  queue: [
    ['J', 'down'],
    ['K', 'up'],
    ['Enter', 'open'],
    ['X', 'select'],
    ['Esc', 'close'],
    ['?', 'help'],
  ],
  decision: [
    ['A', 'approve'],
    ['R', 'reject'],
    ['1 – 9', 'template'],
    ['Ctrl Enter', 'send'],
    ['X, A / R', 'several'],
    ['Z', 'undo'],
  ],
  exhibit: [
    ['P', 'play'],
    ['D', 'document'],
    ['+ – 0', 'zoom'],
    ['T', 'turn'],
    ['1 – 3', 'match'],
  ],
} as const

const names = ['queue', 'decision', 'exhibit'] as const

/** Opened by ? or a button. @param within where that is pressed */
export function KeysHelp({ within }: { within: 'dialog' | null }) {
  const t = useTranslations('Review.keys')
  const [isOpen, setOpen] = useState(false)
  useDeskKeys({ '?': () => setOpen(true) }, within)
  return (
    <>
      {within ? null : (
        <Button
          tone="quiet"
          aria-keyshortcuts="?"
          onClick={() => setOpen(true)}
          className="px-3! max-sm:hidden"
        >
          <Keyboard aria-hidden="true" className="size-4" /> {t('title')} <Keycap>?</Keycap>
        </Button>
      )}
      {isOpen ? <KeysDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('Review.keys')
  return (
    <Dialog open onClose={onClose} title={t('title')} description={t('detail')}>
      <div className="mt-4 grid gap-4">
        {names.map((name) => (
          <section key={name}>
            <h3 className="text-base">{t(`${name}.title`)}</h3>
            <dl className="mt-1 grid grid-cols-[6rem_1fr] gap-y-1">
              {groups[name].map(([key, word]) => (
                <div key={key} className="col-span-2 grid grid-cols-subgrid">
                  <dt>
                    <kbd className="rounded-md border border-edge px-1.5 font-sans text-sm font-semibold">
                      {key}
                    </kbd>
                  </dt>
                  <dd>{t(`words.${word}`)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
