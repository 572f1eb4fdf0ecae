import { Keyboard } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Dialog } from '#components/ui/dialog.tsx'
import { KeyList } from './key-list.tsx'
import type { RailItem } from './rail.tsx'

type DeskKeysProps = {
  items: readonly RailItem[]
  onClose: () => void
  /** Lists of keys that only this page has. */
  children?: ReactNode
}

export function DeskKeys({ items, onClose, children }: DeskKeysProps) {
  const t = useTranslations('Desk.keys')
  return (
    <Dialog open onClose={onClose} title={t('title')} description={t('detail')} size="list">
      <div className="mt-4 grid gap-4">
        <KeyList
          title={t('everywhere')}
          keys={[
            ['Ctrl K', t('search')],
            ['/', t('find')],
            ['J', t('down')],
            ['K', t('up')],
            ['Enter', t('open')],
            ['Esc', t('close')],
            ['?', t('help')],
          ]}
        />
        {children}
        <KeyList
          title={t('goTo')}
          keys={items.map(({ entry, word }) => [`G ${entry.key.toUpperCase()}`, word])}
        />
      </div>
    </Dialog>
  )
}

export function DeskKeysButton({ onOpen }: { onOpen: () => void }) {
  const t = useTranslations('Desk.keys')
  return (
    <button
      type="button"
      aria-keyshortcuts="?"
      aria-haspopup="dialog"
      aria-label={t('title')}
      title={`${t('title')} (?)`}
      onClick={onOpen}
      className="grid size-9 place-items-center rounded-lg text-soft hover:bg-sunken hover:text-ink max-lg:hidden pointer-coarse:size-11"
    >
      <Keyboard aria-hidden="true" className="size-4.5" />
    </button>
  )
}
