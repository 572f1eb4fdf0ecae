import { Download } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useSyncExternalStore } from 'react'
import { cn } from '#components/ui/cn.ts'
import { installOffer } from '#lib/client/browser/install-offer.ts'
import { cardKeysChoice, dataSaverChoice, savesData, themeChoice } from '#lib/client/browser/stored-choice.ts'

const themes = ['system', 'light', 'dark'] as const

/** The menu's settings, loaded when the menu first opens. */
export default function Switches() {
  return (
    <>
      <ThemeSwitch />
      <DataSaverSwitch />
      <CardKeysSwitch />
      <InstallEntry />
    </>
  )
}

function ThemeSwitch() {
  const t = useTranslations('Nav')
  const theme = useSyncExternalStore(themeChoice.subscribe, themeChoice.read, () => 'system' as const)
  return (
    <fieldset className="px-3 py-2">
      <legend className="pt-2 text-sm font-semibold text-soft">{t('theme')}</legend>
      <div className="mt-1 grid grid-cols-3 max-[15rem]:grid-cols-1 gap-1 rounded-3xl bg-sunken p-1">
        {themes.map((option) => (
          <label
            key={option}
            className="grid min-h-11 cursor-pointer place-items-center rounded-full px-3 text-sm font-semibold has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-drum"
          >
            <input
              type="radio"
              name="theme"
              className="sr-only"
              checked={theme === option}
              onChange={() => pickTheme(option)}
            />
            {t(`themes.${option}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function pickTheme(theme: (typeof themes)[number]): void {
  themeChoice.write(theme)
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** By default follows the browser's Save-Data. */
function DataSaverSwitch() {
  const t = useTranslations('Nav')
  const on = useSyncExternalStore(dataSaverChoice.subscribe, savesData, () => false)
  return (
    <Switch
      on={on}
      name={t('dataSaver')}
      detail={t('dataSaverDetail')}
      onToggle={() => dataSaverChoice.write(on ? 'off' : 'on')}
    />
  )
}

/** For the feed's single-key shortcuts. */
function CardKeysSwitch() {
  const t = useTranslations('Nav')
  const choice = useSyncExternalStore(cardKeysChoice.subscribe, cardKeysChoice.read, () => 'on' as const)
  return (
    <Switch
      on={choice === 'on'}
      name={t('cardKeys')}
      detail={t('cardKeysDetail')}
      onToggle={() => cardKeysChoice.write(choice === 'on' ? 'off' : 'on')}
      className="hidden pointer-fine:flex"
    />
  )
}

function InstallEntry() {
  const t = useTranslations('Nav')
  const way = useSyncExternalStore(installOffer.subscribe, installOffer.way, () => null)
  if (way === 'by_hand') return <p className="px-3 py-2 text-sm text-soft">{t('installByHand')}</p>
  if (way === null) return null
  return (
    <button
      type="button"
      onClick={() => void installOffer.take()}
      className="tap flex w-full items-center gap-3 rounded-xl px-3 text-start font-semibold hover:bg-sunken"
    >
      <Download aria-hidden="true" className="size-5" /> {t('install')}
    </button>
  )
}

type SwitchProps = {
  on: boolean
  name: string
  detail: string
  onToggle: () => void
  className?: string
}

function Switch({ on, name, detail, onToggle, className = 'flex' }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      onClick={onToggle}
      className={cn(
        'group min-h-13 w-full items-center justify-between gap-6 rounded-xl px-3 py-2 text-start hover:bg-sunken',
        className,
      )}
    >
      <span>
        <span className="block font-semibold">{name}</span>
        <span className="block text-sm text-soft">{detail}</span>
      </span>
      <span
        aria-hidden="true"
        className="relative h-7 w-12 shrink-0 forced-color-adjust-none rounded-full border-2 border-edge bg-sunken transition-colors group-aria-checked:border-leaf group-aria-checked:bg-leaf"
      >
        <span className="absolute top-0.5 left-0.5 size-5 rounded-full bg-edge transition-transform group-aria-checked:translate-x-5 group-aria-checked:bg-on-leaf" />
      </span>
    </button>
  )
}
