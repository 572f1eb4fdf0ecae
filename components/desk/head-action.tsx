import { Download } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'

type HeadActionProps = ComponentProps<typeof Button> & { icon: ReactNode; children: string }

/** On phones only the icon is visible. */
export function HeadAction({ icon, children, ...button }: HeadActionProps) {
  return (
    <Button size="snug" title={children} className="max-md:w-11 max-md:px-0" {...button}>
      {icon}
      <span className="max-md:sr-only">{children}</span>
    </Button>
  )
}

/** @param words if the file is not the list's */
export function CsvButton({ onDownload, words }: { onDownload: () => unknown; words?: string }) {
  const t = useTranslations('Desk')
  return (
    <HeadAction icon={<Download aria-hidden="true" className="size-4" />} onClick={() => void onDownload()}>
      {words ?? t('csv')}
    </HeadAction>
  )
}
