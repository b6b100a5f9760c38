/**
 * Who may cause what: principals, the operator's policies, and what they decide. Evaluation knows
 * neither agents nor tasks.
 */
@NullMarked
package org.sovereignbook.sbp.authority.access;

import org.jspecify.annotations.NullMarked;
