package org.sovereignbook.sbp.frontend.web;

import java.util.List;
import org.sovereignbook.sbp.node.Feature;

/** A feature with views of the owner's page. */
public interface ViewFeature extends Feature {
  /** Returns its views, in the order in which the page names them, behind those of the program. */
  List<FeatureView> views();
}
