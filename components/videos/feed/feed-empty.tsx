import { useTranslations } from 'next-intl'
import { BrandMark } from '#components/shell/brand-mark.tsx'

export default function FeedEmpty() {
  const t = useTranslations('Feed')
  return (
    <div className="overflow-hidden rounded-3xl border border-line bg-surface text-center">
      <div aria-hidden="true" className="pindo rotate-180" />
      <div className="px-6 py-14">
        <BrandMark className="mx-auto size-14" />
        <h2 className="mt-4 text-2xl">{t('emptyTitle')}</h2>
        <p className="mx-auto mt-2 max-w-sm text-soft">{t('emptyDetail')}</p>
      </div>
      <div aria-hidden="true" className="pindo" />
    </div>
  )
}
