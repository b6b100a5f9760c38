package org.sovereignbook.sbp.plugins.xmpp;

import java.util.List;
import org.jivesoftware.smack.packet.IQ;
import org.jivesoftware.smack.packet.IqData;
import org.jivesoftware.smack.packet.StandardExtensionElement;
import org.jivesoftware.smack.packet.XmlEnvironment;
import org.jivesoftware.smack.parsing.SmackParsingException;
import org.jivesoftware.smack.parsing.StandardExtensionElementProvider;
import org.jivesoftware.smack.provider.IqProvider;
import org.jivesoftware.smack.xml.XmlPullParser;
import org.jivesoftware.smack.xml.XmlPullParserException;

/** Request to a server, or its answer, as an element. */
final class Query extends IQ {
  private final StandardExtensionElement content;

  Query(StandardExtensionElement content) {
    super(content.getElementName(), content.getNamespace());
    this.content = content;
  }

  Xml content() {
    return new Xml(content);
  }

  @Override
  protected IQChildElementXmlStringBuilder getIQChildElementBuilder(
      IQChildElementXmlStringBuilder xml) {
    if (content.getAttributes() != null) {
      content.getAttributes().forEach(xml::attribute);
    }
    xml.rightAngleBracket();
    List<StandardExtensionElement> children = content.getElements();
    if (children != null) {
      xml.append(children);
    }
    return xml;
  }

  /** Reader of answers. */
  static final class Provider extends IqProvider<Query> {
    @Override
    public Query parse(XmlPullParser parser, int depth, IqData data, XmlEnvironment environment)
        throws XmlPullParserException, java.io.IOException, SmackParsingException {
      return new Query(StandardExtensionElementProvider.INSTANCE.parse(parser, depth, environment));
    }
  }
}
