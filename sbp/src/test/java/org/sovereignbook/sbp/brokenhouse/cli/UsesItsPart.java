package org.sovereignbook.sbp.brokenhouse.cli;

import org.sovereignbook.sbp.brokenhouse.cli.service.ReachesUpToTheWhole;

/** The innocent half of a cycle between a room and a part of it. */
public record UsesItsPart(ReachesUpToTheWhole part) {}
