package org.sovereignbook.sbp.frontend.command;

import picocli.CommandLine.Mixin;

/**
 * A {@link NodeCommand} that can widen permissions, with the options for the proof of the owner.
 */
public abstract class WideningNodeCommand extends NodeCommand implements Widening {
  @Mixin OwnerOptions asOwner = new OwnerOptions();

  @Override
  public final OwnerOptions asOwner() {
    return asOwner;
  }
}
