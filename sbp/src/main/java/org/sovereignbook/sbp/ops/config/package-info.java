/** All settings of the program: the initial file, the check, the edit, the docs page. */
@org.jspecify.annotations.NullMarked
package org.sovereignbook.sbp.ops.config;
