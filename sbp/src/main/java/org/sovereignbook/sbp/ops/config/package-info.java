/** All settings of the program: the initial file, checking, editing, the page. */
@org.jspecify.annotations.NullMarked
package org.sovereignbook.sbp.ops.config;
