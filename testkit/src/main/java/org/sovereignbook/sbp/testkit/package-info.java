/** Tests and tools that a plugin's author runs against the plugin. */
@NullMarked
package org.sovereignbook.sbp.testkit;

import org.jspecify.annotations.NullMarked;
