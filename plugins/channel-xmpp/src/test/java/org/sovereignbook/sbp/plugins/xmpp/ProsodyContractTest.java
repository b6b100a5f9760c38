package org.sovereignbook.sbp.plugins.xmpp;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.plugins.channels.ChannelContract;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelLine;
import org.sovereignbook.sbp.plugins.channels.line.ChannelSetup;

/** XMPP keeps the rules of adapters with a real Prosody. */
@Tag("trial")
@Timeout(300)
class ProsodyContractTest extends ChannelContract {
  @TempDir private Path folder;
  private Optional<RealProsody> server = Optional.empty();
  private Optional<Person> ann = Optional.empty();

  static ChannelLine line(int port) throws ChannelException {
    return new XmppAdapter()
        .open(
            new ChannelSetup(
                "xmpp",
                Map.of("server", "127.0.0.1:" + port, "user", RealProsody.AGENT),
                RealProsody.OWNER,
                () -> "secret",
                InstantSource.system()));
  }

  @Override
  protected ChannelLine open() throws Exception {
    assumeTrue(Files.exists(RealProsody.PROGRAM), "needs Prosody");
    RealProsody started = new RealProsody(folder);
    server = Optional.of(started);
    started.start();
    ann = Optional.of(new Person(RealProsody.OWNER, started.port()));
    return line(started.port());
  }

  @Override
  protected void stop() {
    ann.ifPresent(Person::close);
    server.ifPresent(RealProsody::close);
  }

  @Override
  protected String owner() {
    return RealProsody.OWNER;
  }

  @Override
  protected void arrives(String text) throws Exception {
    ann.orElseThrow().say(RealProsody.AGENT, text);
  }

  @Override
  protected List<String> keys() throws Exception {
    return ann.orElseThrow().keysFrom(RealProsody.AGENT);
  }
}
