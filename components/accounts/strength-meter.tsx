import { Check, Circle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { cn } from '#components/ui/cn.ts'
import { passwordPoints, passwordScore, passwordStrength } from '#lib/contract/accounts/passwords.ts'

const colours = { weak: 'bg-alarm', medium: 'bg-marigold', strong: 'bg-leaf' } as const
const POINTS = 5

export function StrengthMeter({ password }: { password: string }) {
  const t = useTranslations('PasswordStrength')
  const score = passwordScore(password)
  const strength = passwordStrength(score)
  return (
    <div>
      <div className="flex items-baseline justify-between gap-4">
        <p id="strength-label" className="text-sm font-semibold text-soft">
          {t('strength')}
        </p>
        <p role="status" className="text-sm font-semibold">
          {password ? t(`strengths.${strength}`) : ''}
        </p>
      </div>
      <div aria-hidden="true" className="mt-1.5 grid grid-cols-5 gap-1">
        {Array.from({ length: POINTS }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: segments of a bar have no identity
            key={index}
            className={cn('h-2 rounded-full', index < score ? colours[strength] : 'bg-sunken')}
          />
        ))}
      </div>
      <p className="mt-4 text-sm text-soft">{t('needs')}</p>
      <ul className="mt-1 grid gap-1 text-sm">
        {passwordPoints(password).map(({ point, met }) => (
          <li key={point} className={cn('flex items-center gap-2', met && 'font-semibold text-leaf')}>
            {met ? (
              <Check aria-hidden="true" className="size-4" />
            ) : (
              <Circle aria-hidden="true" className="size-4 text-soft" />
            )}
            <span>{t(`points.${point}`)}</span>
            <span className="sr-only">{`: ${met ? t('met') : t('unmet')}`}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
