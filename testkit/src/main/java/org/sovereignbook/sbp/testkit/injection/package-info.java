/**
 * Texts that try to steer the judging model, and their effect: the corpus ({@code injections.jsonl}
 * beside the classes, one a line), and a trial of a backend with all of it, through the very steps
 * of the reader.
 */
@NullMarked
package org.sovereignbook.sbp.testkit.injection;

import org.jspecify.annotations.NullMarked;
