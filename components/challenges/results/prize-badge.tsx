import { getTranslations } from 'next-intl/server'

/** @param children the amount */
export async function PrizeBadge({ children }: { children: string }) {
  const t = await getTranslations('Results')
  return (
    <span className="figures inline-block rounded-full bg-marigold px-2.5 py-0.5 text-xs font-bold whitespace-nowrap max-[15rem]:whitespace-normal text-on-marigold">
      {t('prize', { prize: children })}
    </span>
  )
}
