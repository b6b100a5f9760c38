/**
 * The agents of a node (CORDELIA §1, §2, §8): local workers, each with a key of its own, a parent,
 * capabilities that never exceed the parent's, and a lifecycle; and the one place where it is
 * decided whether a caller may do something.
 */
@NullMarked
package org.sovereignbook.sbp.authority.agents;

import org.jspecify.annotations.NullMarked;
