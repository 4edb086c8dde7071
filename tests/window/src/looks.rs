//! What is looked at besides the journey itself: pictures, accessibility, the content security policy.

use serde_json::Value;

use crate::desk::repository;
use crate::window::Window;

impl Window {
    /// Keeps a picture in `tests/artefacts`.
    pub async fn picture(&self, name: &str) {
        self.settle().await;
        let png = self
            .client
            .screenshot()
            .await
            .expect("a picture of the window");
        let folder = repository().join("tests/artefacts");
        std::fs::create_dir_all(&folder).expect("the folder of artefacts");
        std::fs::write(folder.join(format!("{name}.png")), png).expect("the picture is written");
    }

    /// Waits for two frames, so that what was asked for is also drawn.
    pub async fn settle(&self) {
        let frames = "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done(true)))";
        self.client
            .execute_async(frames, Vec::new())
            .await
            .expect("two frames");
    }

    /// What axe-core finds wrong with this screen: rule, and where.
    pub async fn accessibility(&self) -> Vec<String> {
        let axe = std::fs::read_to_string(repository().join("ui/node_modules/axe-core/axe.min.js"))
            .expect("axe-core, installed by `npm ci` in ui");
        self.script(&format!("{axe};window.axe = axe;"), Vec::new())
            .await;
        let run = "const done = arguments[0]; axe.run(document).then((found) => done(found.violations.flatMap(\
                   (rule) => rule.nodes.map((node) => `${rule.id}: ${node.target} (${rule.help})`))))";
        let found = self
            .client
            .execute_async(run, Vec::new())
            .await
            .expect("axe runs");
        serde_json::from_value(found).expect("a list of texts")
    }

    /// Keeps what the content security policy refuses from now on.
    pub(crate) async fn watch_policy(&self) {
        let watch = "window.refused = []; document.addEventListener('securitypolicyviolation', (event) => \
            window.refused.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`))";
        self.script(watch, Vec::new()).await;
    }

    /// What the content security policy refused since the page was loaded: a part of ours that cannot work.
    pub async fn refused(&self) -> Value {
        self.script("return window.refused", Vec::new()).await
    }
}
