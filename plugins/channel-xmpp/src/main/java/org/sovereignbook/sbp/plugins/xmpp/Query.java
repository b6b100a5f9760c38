package org.sovereignbook.sbp.plugins.xmpp;

import org.jivesoftware.smack.packet.IQ;
import org.jivesoftware.smack.packet.StandardExtensionElement;

/** Request to a server or a room, given as an element. */
final class Query extends IQ {
  private final StandardExtensionElement content;

  Query(StandardExtensionElement content) {
    super(content.getElementName(), content.getNamespace());
    this.content = content;
  }

  @Override
  protected IQChildElementXmlStringBuilder getIQChildElementBuilder(
      IQChildElementXmlStringBuilder xml) {
    content.getAttributes().forEach(xml::attribute);
    xml.rightAngleBracket();
    if (content.getElements() != null) {
      xml.append(content.getElements());
    }
    return xml;
  }
}
