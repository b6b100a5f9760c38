//JAVA 25+
//MANIFEST Plugin-Id=store-{{name}} Plugin-Version=0.1.0 Sbp-Provides=store:{{name}}
