'use client'

import { Disc3, Footprints } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'

const roles = [
  { value: 'dancer', icon: Footprints },
  { value: 'copyright_owner', icon: Disc3 },
] as const

/** Dancer or musician: nothing is chosen beforehand, because it can't be changed later. */
export function RoleCards({ error, ...radio }: ComponentProps<'input'> & { error?: string | undefined }) {
  const t = useTranslations('Register')
  return (
    <fieldset aria-describedby={error ? 'role-error' : undefined}>
      <legend className="font-semibold">{t('role')}</legend>
      <div className="mt-1.5 grid gap-3 sm:grid-cols-2">
        {roles.map(({ value, icon: Icon }) => (
          <label
            key={value}
            className={`relative grid cursor-pointer grid-cols-[auto_1fr] content-start items-center gap-x-4 gap-y-1 rounded-3xl border-2 bg-surface p-4 transition-colors hover:bg-sunken has-checked:border-drum has-checked:bg-drum-wash has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-drum sm:grid-cols-1 ${error ? 'border-alarm' : 'border-edge'}`}
          >
            <input type="radio" {...radio} value={value} required className="peer sr-only" />
            <Icon aria-hidden="true" className="row-span-2 size-9 text-drum sm:row-span-1" />
            <span className="font-display text-xl font-bold">
              {t.rich(`roles.${value}.name`, {
                also: (words) => <span className="font-sans text-base font-semibold">{words}</span>,
              })}
            </span>
            <span className="text-sm text-soft">{t(`roles.${value}.detail`)}</span>
          </label>
        ))}
      </div>
      {error ? (
        <p id="role-error" role="alert" className="mt-1.5 text-sm font-semibold text-alarm">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
