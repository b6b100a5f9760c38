package org.sovereignbook.sbp.broken.cli;

import org.sovereignbook.sbp.broken.ops.service.ReachesUpToTheWhole;

/** A type of a higher group. */
public record UsesItsPart(ReachesUpToTheWhole part) {}
