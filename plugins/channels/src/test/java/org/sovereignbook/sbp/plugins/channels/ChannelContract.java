package org.sovereignbook.sbp.plugins.channels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelLine;
import org.sovereignbook.sbp.plugins.channels.line.ChannelMessage;
import org.sovereignbook.sbp.plugins.channels.line.OutgoingMessage;
import org.sovereignbook.sbp.plugins.channels.line.SendOutcome;

/** Rules that each adapter of a channel keeps, tried with a server of the test. */
public abstract class ChannelContract {
  private static final String KEY = "0123456789abcdef";
  private ChannelLine line;

  /** Starts the server and opens the channel. */
  protected abstract ChannelLine open() throws Exception;

  /** Stops the server, so that nothing answers there. */
  protected abstract void stop() throws Exception;

  /** Returns the owner's address. */
  protected abstract String owner();

  /** Lets a message of the owner arrive at the server, proven as far as the channel does. */
  protected abstract void arrives(String text) throws Exception;

  /** Returns whether the server keeps what was passed on, so that an older place has it again. */
  protected boolean keepsMessages() {
    return true;
  }

  /** Returns the keys of the messages that the owner has, the oldest first. */
  protected abstract List<String> keys() throws Exception;

  @BeforeEach
  void openLine() throws Exception {
    line = open();
  }

  @AfterEach
  void closeLine() throws Exception {
    line.close();
    stop();
  }

  private OutgoingMessage message(String key) {
    return new OutgoingMessage(
        key, owner(), false, "tides", "High water at **noon**.", false, List.of());
  }

  private List<ChannelMessage> received(Optional<String> since, List<String> cursors)
      throws Exception {
    List<ChannelMessage> all = new ArrayList<>();
    cursors.add(
        line.receive(
            since,
            (_, message) -> {
              if (message.kind() == ChannelMessage.Kind.TALK) {
                all.add(message);
              }
            }));
    return all;
  }

  @Test
  void anAcceptedMessageIsThereOnceAndHasTheServersId() throws Exception {
    SendOutcome outcome = line.send(message(KEY));
    assertThat(outcome).isInstanceOf(SendOutcome.Accepted.class);
    assertThat(((SendOutcome.Accepted) outcome).serverId()).isNotBlank();
    assertThat(keys()).containsExactly(KEY);
  }

  @Test
  void aMessageIsFoundAtTheServerOnlyWhenItIsThere() throws Exception {
    assertThat(line.find(message(KEY))).isEmpty();
    SendOutcome _ = line.send(message(KEY));
    assertThat(line.find(message(KEY))).isPresent();
    assertThat(line.find(message("fedcba9876543210"))).isEmpty();
  }

  @Test
  void eachMessageIsPassedOnOnceAndAgainFromAnOlderPlaceWithTheSameId() throws Exception {
    List<String> cursors = new ArrayList<>();
    arrives("before anybody listened");
    assertThat(received(Optional.empty(), cursors)).isEmpty();
    arrives("one");
    arrives("two");
    List<ChannelMessage> first = received(Optional.of(cursors.getFirst()), cursors);
    assertThat(first).extracting(one -> one.content().text()).containsExactly("one", "two");
    assertThat(first).allMatch(one -> one.sender().isProven());
    assertThat(first).allMatch(one -> one.sender().address().equals(owner()));
    assertThat(first).extracting(ChannelMessage::id).doesNotHaveDuplicates();
    assertThat(received(Optional.of(cursors.getLast()), cursors)).isEmpty();
    assertThat(received(Optional.of(cursors.getFirst()), cursors))
        .extracting(ChannelMessage::id)
        .containsExactlyElementsOf(
            keepsMessages() ? first.stream().map(ChannelMessage::id).toList() : List.of());
  }

  @Test
  void ourOwnMessagesAreNotTalk() throws Exception {
    List<String> cursors = new ArrayList<>();
    assertThat(received(Optional.empty(), cursors)).isEmpty();
    SendOutcome _ = line.send(message(KEY));
    assertThat(received(Optional.of(cursors.getFirst()), cursors)).isEmpty();
  }

  @Test
  void nothingIsAcceptedByAServerThatIsGone() throws Exception {
    stop();
    assertThat(line.send(message(KEY))).isNotInstanceOf(SendOutcome.Accepted.class);
    assertThatThrownBy(() -> line.receive(Optional.empty(), (_, _) -> {}))
        .isInstanceOf(ChannelException.class);
  }
}
