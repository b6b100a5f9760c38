package org.sovereignbook.sbp.frontend.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Other words that people type for a command or for an option. They are not accepted: the answer to
 * them names the right command. {@code sbp help WORD} searches them, too.
 */
@Target({ElementType.TYPE, ElementType.FIELD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Synonyms {
  /** The end of a word that stands for another command line than the plain command. */
  String MEANS = ": ";

  /**
   * Words typed in place of the name of the command, below the same parent or alone; or spellings
   * typed in place of those of the option.
   */
  String[] value() default {};

  /**
   * Whole commands typed in place of this one, such as {@code trust set}. Behind {@link #MEANS} may
   * stand the command line that is meant.
   */
  String[] whole() default {};

  /** Options that the command does not have; behind {@link #MEANS} stands what to do instead. */
  String[] options() default {};
}
