package org.sovereignbook.sbp.plugins.channels;

import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Prints;
import picocli.CommandLine.Command;

/** {@code sbp channel}: channels by which the node and people write to each other. */
@Command(
    description = "channels to people: mail, chat",
    subcommands = {
      ChannelCommand.ListAll.class,
      ChannelAdd.class,
      ChannelTest.class,
      ChannelOutboxList.class,
      ChannelRetry.class,
      ChannelRemove.class,
      ChannelSend.class,
      ChannelRun.class
    })
@Example("sbp channel list")
@Prints(ChannelListing.Listed.class)
@ForOwner
final class ChannelCommand extends ChannelListing {
  /** {@code sbp channel list}, the same as {@code sbp channel}. */
  @Command(name = "list", description = "the channels, what came and left last, and errors")
  @Example("sbp channel list")
  @Prints(ChannelListing.Listed.class)
  @ForOwner
  static final class ListAll extends ChannelListing {}
}
