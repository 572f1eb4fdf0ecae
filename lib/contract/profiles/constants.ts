/** Characters after trimming. */
export const profileTextMax = { display_name: 60, bio: 500, location: 100, social: 200 } as const
export const DISPLAY_NAME_MIN = 2

/** Bytes. */
export const AVATAR_MAX = 5 * 1024 * 1024
export const avatarTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
