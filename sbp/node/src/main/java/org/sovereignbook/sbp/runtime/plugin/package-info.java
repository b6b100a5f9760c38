/** Plugins: found by their manifests, checked, verified, and loaded by PF4J when one is chosen. */
@NullMarked
package org.sovereignbook.sbp.runtime.plugin;

import org.jspecify.annotations.NullMarked;
