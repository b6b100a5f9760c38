/**
 * What tests share: nodes in temporary folders, known keys, a clock to turn, a disk that crashes.
 */
@org.jspecify.annotations.NullMarked
package org.sovereignbook.sbp.testing;
