import { useTranslations } from 'next-intl'
import type { DeskTabId } from '#components/review/tab-of.ts'
import { useAddressParam } from '#components/ui/use-address-param.ts'
import { visit } from '#lib/client/browser/navigation-events.ts'

const PARAM = 'view'
const views = ['waiting', 'decided'] as const
type DeskView = (typeof views)[number]

/** The address's view: pending or decided cases. */
export function useDeskView(): DeskView {
  return useAddressParam(PARAM, views, 'waiting')
}

/** Switches the view and opens its first page. */
export function ViewSwitch({ tab }: { tab: DeskTabId }) {
  const t = useTranslations('Officer.view')
  const view = useDeskView()
  const choose = (next: DeskView) => {
    const query = new URLSearchParams({
      ...(tab === 'kyc' ? {} : { tab }),
      ...(next === 'waiting' ? {} : { [PARAM]: next }),
    }).toString()
    visit(`${window.location.pathname}${query ? `?${query}` : ''}`)
  }
  return (
    <fieldset className="grid w-full grid-cols-2 gap-1 rounded-full bg-sunken p-1 sm:inline-grid sm:w-auto">
      <legend className="sr-only">{t('label')}</legend>
      {views.map((one) => (
        <label
          key={one}
          className="grid min-h-11 cursor-pointer place-items-center rounded-full px-3 text-sm whitespace-nowrap font-semibold has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-drum"
        >
          <input
            type="radio"
            name={PARAM}
            className="sr-only"
            checked={one === view}
            onChange={() => choose(one)}
          />
          {t(one)}
        </label>
      ))}
    </fieldset>
  )
}
