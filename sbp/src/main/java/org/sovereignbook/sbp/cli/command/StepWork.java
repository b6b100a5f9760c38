package org.sovereignbook.sbp.cli.command;

import org.sovereignbook.sbp.node.StepResult;

/** What a step does with the node that it holds; the rest of a step is the same for all. */
@FunctionalInterface
public interface StepWork {
  StepResult on(StepContext step) throws Exception;
}
