package org.sovereignbook.sbp.society.mail;

import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.protocol.AgentMail;
import org.sovereignbook.sbp.node.PeerText;

/**
 * The recipient of a mail: {@code NAME} in this node, {@code NAME@PEER} in another.
 *
 * @param name the agent's, or {@link AgentMail#OWNER}
 * @param peer a name, key or endpoint that identifies the peer
 */
public record MailAddress(String name, Optional<String> peer) {

  /**
   * Reads an address.
   *
   * @throws SocietyException {@code wrong-address}, with the form that is expected
   */
  public static MailAddress parse(String text) {
    int at = text.indexOf('@');
    String name = at < 0 ? text : text.substring(0, at);
    Optional<String> peer = at < 0 ? Optional.empty() : Optional.of(text.substring(at + 1));
    if (!AgentMail.AGENT_NAME.matcher(name).matches() || peer.filter(String::isBlank).isPresent()) {
      throw SocietyException.wrong(
          "wrong-address",
          "no address of an agent: " + PeerText.quote(text),
          "NAME in this node, NAME@PEER in another; names are a-z, 0-9, - and _",
          "all agents:  sbp agent list");
    }
    return new MailAddress(name, peer);
  }
}
