/** Characters that the fields of a profile take after trimming. Apart from the schemas: no validation library comes along. */
export const profileTextMax = { display_name: 60, bio: 500, location: 100, social: 200 } as const
export const DISPLAY_NAME_MIN = 2
