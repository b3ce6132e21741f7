/** What the panel that makes a link says, in English. */
export const words = {
  link: 'Link to this experiment as it stands',
  copy: 'Copy',
  copied: 'Copied.',
  'copy-by-hand': 'Copy it from the field.',
  long: 'This link is long, {length} characters: some programs for mail and chat cut such links off.',
  'without-trace':
    'The operations of the recorded run would make it longer still; they are left out.',
  'with-program': 'with the program',
  'with-result': 'with the result that is shown',
  course: 'Make a link for a course',
  'course-help':
    'What you tick is not shown to those who open the link; it keeps the value that it has here.',
  hide: 'Hide',
};
