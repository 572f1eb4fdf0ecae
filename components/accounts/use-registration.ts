import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { startPathFor } from '#components/shell/navigation.ts'
import { sentDeviceToken } from '#lib/client/accounts/device-token.ts'
import { formFields, registerFields, registrationRules } from '#lib/client/accounts/registration.ts'
import { keepRegistrationMade } from '#lib/client/accounts/registrations-made.ts'
import { startResendWait } from '#lib/client/accounts/resend-wait.ts'
import { openSession } from '#lib/client/accounts/sign-in.ts'
import { wayBack } from '#lib/client/accounts/way-back.ts'
import { refusedFields, sentenceOf, useApiForm } from '#lib/client/forms/use-api-form.ts'
import { api } from '#lib/client/http/api.ts'

/** If the answer has no tokens, the email must be verified first. */
export function useRegistration() {
  const t = useTranslations('Register')
  const router = useRouter()
  return useApiForm({
    ...registrationRules((problem) => t(`problems.${problem}`)),
    send: async (body) => {
      const { tokens, user, device_token } = await api('POST /users/auth/register/', {
        body: { ...body, ...sentDeviceToken() },
      })
      if (tokens) {
        const signedIn = await openSession({ ...tokens, user, device_token })
        const back = wayBack(window.location.search)
        // Loads the whole page, so that the server sees the new cookie.
        window.location.assign(back === '/' ? startPathFor(signedIn) : back)
        return
      }
      keepRegistrationMade(user.id)
      startResendWait('verification', user.email, Date.now())
      router.push(`/verify-email?${new URLSearchParams({ email: user.email })}`)
    },
    refuse: (error) => {
      const fields = refusedFields(registerFields, error, formFields)
      const sentence = sentenceOf(error, { fallback: t('failed'), noConnection: t('noConnection') })
      const isOfFields = Object.keys(fields).length > 0
      return { fields, whole: isOfFields ? t('failedToast') : `${t('failedToast')}: ${sentence}` }
    },
  })
}
