/**
 * Access control: principals, the operator's policies, and their decisions. Evaluation knows
 * neither agents nor tasks.
 */
@NullMarked
package org.sovereignbook.sbp.authority.access;

import org.jspecify.annotations.NullMarked;
