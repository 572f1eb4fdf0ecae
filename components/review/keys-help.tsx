import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { KeyList } from '#components/desk/key-list.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
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

export function KeysHelp() {
  const t = useTranslations('Review.keys')
  const [isOpen, setOpen] = useState(false)
  useDeskKeys({ '?': () => setOpen(true) }, 'dialog')
  return isOpen ? (
    <Dialog open onClose={() => setOpen(false)} title={t('title')} description={t('detail')}>
      <div className="mt-4 grid gap-4">
        <ReviewKeys />
      </div>
    </Dialog>
  ) : null
}

export function ReviewKeys() {
  const t = useTranslations('Review.keys')
  return names.map((name) => (
    <KeyList
      key={name}
      title={t(`${name}.title`)}
      keys={groups[name].map(([key, word]) => [key, t(`words.${word}`)])}
    />
  ))
}
