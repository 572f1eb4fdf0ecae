import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Dialog } from '#components/ui/dialog.tsx'
import { useDeskKeys } from './use-desk-keys.ts'

const groups = {
  queue: [
    ['J', 'down'],
    ['K', 'up'],
    ['Enter', 'open'],
    ['Esc', 'close'],
    ['?', 'help'],
  ],
  decision: [
    ['A', 'approve'],
    ['R', 'reject'],
    ['1 – 9', 'template'],
    ['Ctrl Enter', 'send'],
  ],
  exhibit: [
    ['P', 'play'],
    ['D', 'document'],
    ['+ – 0', 'zoom'],
    ['T', 'turn'],
  ],
} as const

const names = ['queue', 'decision', 'exhibit'] as const

/** What the keys do, at a press of the question mark. @param within where that is pressed */
export function KeysHelp({ within }: { within: 'dialog' | null }) {
  const t = useTranslations('Review.keys')
  const [isOpen, setOpen] = useState(false)
  useDeskKeys({ '?': () => setOpen(true) }, within)
  if (!isOpen) return null
  return (
    <Dialog open onClose={() => setOpen(false)} title={t('title')} description={t('detail')}>
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
