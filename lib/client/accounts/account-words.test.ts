import { expect, test } from 'vitest'
import messages from '#messages/en.json' with { type: 'json' }

const {
  AccountStatus,
  ForgotPassword,
  Login,
  Register,
  Resend,
  ResetPassword,
  PasswordStrength,
  Session,
  VerifyEmail,
} = messages

// Required word for word.
test.each([
  ['Email Verification Required', Login.verificationToast],
  ['Please check your email and password and try again.', Login.failed],
  ['Check Account Status', AccountStatus.title],
  ['Check Failed', AccountStatus.checkFailed],
  ['Account Issue', AccountStatus.accountIssue],
  ['Registration failed', Register.failedToast],
  ['Failed to send reset email. Please try again.', ForgotPassword.failed],
  ['Check Your Email', ForgotPassword.sentTitle],
  ['Resend', ForgotPassword.resend],
  ['Try Different Email', ForgotPassword.otherEmail],
  ['Failed to resend email. Please try again.', Resend.reset.failed],
  ['Failed to Resend', Resend.verification.failedToast],
  ['Could not send verification email. Please try again.', Resend.verification.failed],
  ['Verification Failed', VerifyEmail.failed],
  ['This verification link is invalid or expired.', VerifyEmail.failedDetail],
  ['Invalid Reset Link', ResetPassword.invalidTitle],
  ['Invalid Link', ResetPassword.invalidLinkToast],
  ['This password reset link is invalid or expired.', ResetPassword.invalid],
  ['Invalid Token', ResetPassword.invalidTokenToast],
  ['Password Mismatch', ResetPassword.mismatchToast],
  ['Weak Password', ResetPassword.weakToast],
  ['Reset Failed', ResetPassword.failedToast],
  ['Failed to reset password. Please try again.', ResetPassword.failed],
  ['Weak', PasswordStrength.strengths.weak],
  ['Medium', PasswordStrength.strengths.medium],
  ['Strong', PasswordStrength.strengths.strong],
  ['Extend Session', Session.extend],
  ['Logout Now', Session.logout],
])('%j is said word for word', (documented, said) => {
  expect(said).toBe(documented)
})
