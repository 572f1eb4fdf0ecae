'use client'

import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'
import type { SystemSetting } from '#lib/contract/settings/calls.ts'
import { useSettingValue } from './use-setting-value.ts'

/** Who changed it last, and on demand who did before. */
export function SettingHistory({ setting }: { setting: SystemSetting }) {
  const t = useTranslations('SystemSettings')
  const formats = useFormats()
  const write = useSettingValue(setting.unit)
  const [last] = setting.changes
  if (!last) return <p className="text-sm text-soft">{t('neverChanged')}</p>
  return (
    <details className="group text-sm text-soft">
      <summary className="tap flex cursor-pointer items-center gap-1 rounded-full">
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 group-open:rotate-180" />
        {t('changedBy', { name: last.by ?? t('system'), time: formats.moment(last.at) })}
      </summary>
      <ol className="mt-1 grid gap-1">
        {setting.changes.map((change) => (
          <li key={change.at} className="figures flex flex-wrap gap-x-2">
            <time dateTime={change.at}>{formats.moment(change.at)}</time>
            <span>{change.by ?? t('system')}</span>
            <span>{t('fromTo', { before: write(change.before), after: write(change.after) })}</span>
          </li>
        ))}
      </ol>
    </details>
  )
}
