import { BellRing } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useSend } from '#lib/client/http/use-send.ts'
import {
  type PushState,
  readPushState,
  tryPush,
  turnPushOff,
  turnPushOn,
} from '#lib/client/notifications/push-device.ts'
import { readUser, subscribeSession } from '#lib/client/session/session.ts'
import { defaultLocale, isLocale } from '#messages/locales.ts'

/** Push on this device. The browser asks for permission only after a tap. */
export function DeviceCard() {
  const t = useTranslations('Notifications')
  const { state, hasFailed, turn, isTurning, test, isTesting, isTested } = useDevice()
  return (
    <section
      aria-labelledby="device-title"
      className="min-w-0 rounded-3xl border border-line bg-surface p-4 sm:p-6"
    >
      <h2 id="device-title" className="flex items-center gap-2 text-2xl">
        <BellRing aria-hidden="true" className="size-6 shrink-0 text-drum" /> {t('device')}
      </h2>
      <p role="status" className="mt-2">
        {t(`deviceStates.${state}`)}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {state === 'off' ? (
          <Button tone="loud" onClick={() => turn(true)} aria-busy={isTurning}>
            {isTurning ? t('working') : t('turnOn')}
          </Button>
        ) : null}
        {state === 'on' ? (
          <>
            <Button onClick={test} aria-busy={isTesting}>
              {isTesting ? t('working') : t('tryIt')}
            </Button>
            <Button tone="quiet" onClick={() => turn(false)} aria-busy={isTurning}>
              {isTurning ? t('working') : t('turnOff')}
            </Button>
          </>
        ) : null}
      </div>
      <p role="status" className="mt-3 text-sm text-soft empty:hidden">
        {isTested && state === 'on' ? t('tried') : null}
      </p>
      {hasFailed ? (
        <p role="alert" className="mt-3 font-semibold text-alarm">
          {t('deviceFailed')}
        </p>
      ) : null}
    </section>
  )
}

function useDevice() {
  const locale = useLocale()
  const userId = useSyncExternalStore(
    subscribeSession,
    () => readUser()?.id ?? '',
    () => '',
  )
  const [state, setState] = useState<PushState | 'loading'>('loading')
  const [isUnknown, setUnknown] = useState(false)
  useEffect(() => {
    if (!userId) return
    readPushState(userId).then(setState, () => {
      setState('off')
      setUnknown(true)
    })
  }, [userId])

  const turn = useSend<PushState, boolean>({
    mutationFn: async (isOn) => {
      setUnknown(false)
      if (isOn) return turnPushOn(userId, isLocale(locale) ? locale : defaultLocale)
      await turnPushOff()
      return 'off'
    },
    onSuccess: setState,
  })
  const test = useSend<boolean>({
    mutationFn: async () => {
      await tryPush()
      return true
    },
  })
  return {
    state,
    hasFailed: isUnknown || turn.error !== null || test.error !== null,
    turn: (isOn: boolean) => void turn.send(isOn),
    isTurning: turn.isPending,
    test: () => void test.send(),
    isTesting: test.isPending,
    isTested: test.answer === true,
  }
}
